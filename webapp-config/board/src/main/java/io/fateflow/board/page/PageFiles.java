package io.fateflow.board.page;

import java.time.Duration;

import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Scripts, styles and texts; a browser asks whether they have changed. Libraries have their version in their path. */
@Configuration(proxyBeanMethods = false)
class PageFiles implements WebMvcConfigurer {

    private static final String WEBJARS = "classpath:/META-INF/resources/webjars/";

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler("/board/web/**")
                .addResourceLocations("classpath:/io/fateflow/board/web/")
                .setCacheControl(CacheControl.noCache());
        for (String library : new String[] {"lit-html", "chart.js", "bpmn-js", "codemirror", "swagger-ui"}) {
            registry.addResourceHandler("/board/lib/" + library + "/**")
                    .addResourceLocations(WEBJARS + library + "/")
                    .setCacheControl(CacheControl.maxAge(Duration.ofDays(365)).cachePublic());
        }
    }
}
