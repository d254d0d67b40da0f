package io.fateflow.webapp.security;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import jakarta.servlet.http.Part;
import org.apache.catalina.core.ApplicationPart;
import org.apache.tomcat.util.http.fileupload.FileItem;
import org.apache.tomcat.util.http.fileupload.FileUpload;
import org.apache.tomcat.util.http.fileupload.FileUploadException;
import org.apache.tomcat.util.http.fileupload.disk.DiskFileItemFactory;
import org.apache.tomcat.util.http.fileupload.servlet.ServletRequestContext;

/**
 * A multipart form, read through the guard: the web server itself would read it around that. Files and fields are on the
 * disk until somebody moves them or the request ends.
 */
final class GuardedForm {

    /** A form of FATE's clients has one file and a few fields. */
    private static final int MOST_PARTS = 100;

    private static final long LONGEST_FIELD = 64L << 10;

    private final List<Part> parts;
    private final Map<String, List<String>> fields;

    private GuardedForm(List<Part> parts, Map<String, List<String>> fields) {
        this.parts = List.copyOf(parts);
        this.fields = fields;
    }

    /**
     * Reads it whole.
     *
     * @param directory where parts are kept
     * @throws BodyRefusedException if it is too slow, has too many parts, or the disk has no room for it
     */
    static GuardedForm read(GuardedRequest request, Path directory) throws IOException {
        FileUpload upload = new FileUpload();
        upload.setFileItemFactory(new DiskFileItemFactory(0, directory.toFile()));
        upload.setFileCountMax(MOST_PARTS);
        List<FileItem> items;
        try {
            items = upload.parseRequest(new ServletRequestContext(request));
        } catch (FileUploadException e) {
            throw reason(e);
        }
        GuardedForm form = new GuardedForm(parts(items, directory.toFile()), new LinkedHashMap<>());
        try {
            form.readFields(items);
        } catch (IOException e) {
            form.delete();
            throw e;
        }
        return form;
    }

    private static IOException reason(FileUploadException failure) {
        return BodyRefusedException.in(failure)
                .orElseGet(() -> BodyRefusedException.badForm(String.valueOf(failure.getMessage())));
    }

    private static List<Part> parts(List<FileItem> items, File directory) {
        List<Part> parts = new ArrayList<>();
        items.forEach(item -> parts.add(new ApplicationPart(item, directory)));
        return parts;
    }

    private void readFields(List<FileItem> items) throws IOException {
        for (FileItem item : items) {
            if (item.isFormField()) {
                if (item.getSize() > LONGEST_FIELD) {
                    throw BodyRefusedException.badForm("a field is longer than " + LONGEST_FIELD + " bytes");
                }
                fields.computeIfAbsent(item.getFieldName(), name -> new ArrayList<>())
                        .add(item.getString(StandardCharsets.UTF_8.name()));
            }
        }
    }

    Collection<Part> parts() {
        return parts;
    }

    Map<String, List<String>> fields() {
        return fields;
    }

    /** What nobody has moved elsewhere goes. */
    void delete() throws IOException {
        for (Part part : parts) {
            part.delete();
        }
    }
}
