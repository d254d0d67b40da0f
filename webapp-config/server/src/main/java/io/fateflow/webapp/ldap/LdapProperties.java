package io.fateflow.webapp.ldap;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.fateflow.webapp.role.RoleMapping;

/**
 * A directory whose accounts log in here; with {@code fate.access.roles} only.
 *
 * @param url {@code ldaps://host:636}, or {@code ldap://host:389} with {@code startTls}; several, with spaces between, are asked one
 *     after the other; empty if there is no directory
 * @param startTls whether the connection becomes one of TLS before anything is said
 * @param certificates a PEM file of the authorities that the directory's certificate may be of; Java's own unless set
 * @param bindDn the account that looks others up
 * @param passwordFile a file that has nothing but its password; read again for each connection, so that it can be changed
 * @param userBase below which accounts are
 * @param userFilter which entry is an account's; <code>{0}</code> is the name that was typed, escaped
 * @param accountAttribute has an account's name, as it has to be typed
 * @param groupBase below which groups are
 * @param groupFilter which groups an account is in; <code>{0}</code> is the name of its entry, <code>{1}</code> its own, both escaped
 * @param roles what the members of groups are: a group is named by its {@code cn}, or by the whole name of its entry
 * @param remembered how long an answer of the directory counts; whoever is removed there is gone here after that
 * @param connectTimeout for the connection, with TLS
 * @param answerTimeout for each answer
 */
@ConfigurationProperties("fate.access.ldap")
public record LdapProperties(
        @DefaultValue("") String url,
        @DefaultValue("false") boolean startTls,
        @Nullable Path certificates,
        @DefaultValue("") String bindDn,
        @Nullable Path passwordFile,
        @DefaultValue("") String userBase,
        @DefaultValue("(uid={0})") String userFilter,
        @DefaultValue("uid") String accountAttribute,
        @DefaultValue("") String groupBase,
        @DefaultValue("(member={0})") String groupFilter,
        @DefaultValue List<RoleMapping> roles,
        @DefaultValue("30s") Duration remembered,
        @DefaultValue("2s") Duration connectTimeout,
        @DefaultValue("5s") Duration answerTimeout) {}
