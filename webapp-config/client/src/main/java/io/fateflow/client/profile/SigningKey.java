package io.fateflow.client.profile;

/**
 * What FATE's clients sign their calls with.
 *
 * @param appKey public name of the key
 * @param secretKey the key; never shown
 */
public record SigningKey(String appKey, String secretKey) {

    @Override
    public String toString() {
        return "SigningKey[appKey=" + appKey + "]";
    }
}
