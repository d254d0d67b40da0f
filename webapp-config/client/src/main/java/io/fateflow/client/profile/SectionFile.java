package io.fateflow.client.profile;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A file of lines {@code key = value} under headings {@code [name]}. A value is taken as it stands, so that a password needs
 * no escapes; lines of any system end as they do, and {@code #} begins a comment at the start of a line only.
 */
final class SectionFile {

    private static final String BYTE_ORDER_MARK = "\ufeff";

    private final Path file;
    private final Set<String> keys;
    private final Map<String, Map<String, String>> sections = new LinkedHashMap<>();

    private SectionFile(Path file, Set<String> keys) {
        this.file = file;
        this.keys = keys;
    }

    /**
     * Reads one; what stands before the first heading is the section without a name.
     *
     * @param keys those that there may be
     */
    static Map<String, Map<String, String>> read(Path file, Set<String> keys) throws ProfileException {
        SectionFile read = new SectionFile(file, keys);
        try {
            String text = Files.readString(file);
            read.lines(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
        } catch (CharacterCodingException e) {
            throw new ProfileException("FFB-5271 %s is not UTF-8 text: save it as such".formatted(file), e);
        } catch (NoSuchFileException e) {
            throw new ProfileException("FFB-5274 %s is not there".formatted(file), e);
        } catch (IOException e) {
            throw new ProfileException("FFB-5274 %s can't be read: %s".formatted(file, e.getMessage()), e);
        }
        return read.sections;
    }

    private void lines(String text) throws ProfileException {
        String section = "";
        sections.put(section, new LinkedHashMap<>());
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith("[") && line.endsWith("]")) {
                section = line.substring(1, line.length() - 1).strip();
                if (sections.putIfAbsent(section, new LinkedHashMap<>()) != null) {
                    throw wrong(i, "[" + section + "] is there twice");
                }
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                pair(i, line, section);
            }
        }
    }

    private void pair(int index, String line, String section) throws ProfileException {
        int equals = line.indexOf('=');
        // the line may hold a secret: it is not shown
        String key = equals < 0 ? "" : line.substring(0, equals).strip();
        if (!keys.contains(key)) {
            throw wrong(
                    index,
                    "it is none of [name], # comment, or key = value with one of the keys " + String.join(", ", keys));
        }
        Map<String, String> values = sections.getOrDefault(section, Map.of());
        if (values.putIfAbsent(key, line.substring(equals + 1).strip()) != null) {
            throw wrong(index, key + " is there twice");
        }
    }

    private ProfileException wrong(int index, String what) {
        return new ProfileException("FFB-5271 %s, line %d: %s".formatted(file, index + 1, what));
    }
}
