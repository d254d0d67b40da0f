package io.fateflow.webapp.camunda.cockpit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.ServletContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import org.camunda.bpm.cockpit.plugin.resource.AbstractCockpitPluginRootResource;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.support.WebApplicationContextUtils;

import io.fateflow.webapp.job.ListedJobs;

/** The plugin's data, below Cockpit's API and so behind its login. */
@Path("plugin/" + FateCockpitPlugin.ID)
public final class FatePluginResource extends AbstractCockpitPluginRootResource {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Context
    private @Nullable ServletContext servlet;

    public FatePluginResource() {
        super(FateCockpitPlugin.ID);
    }

    /** The newest jobs, of one DAG if its process definition is named. */
    @GET
    @Path("{engine}/jobs")
    @Produces(MediaType.APPLICATION_JSON)
    public String jobs(@QueryParam("definition") @Nullable String definition) throws JsonProcessingException {
        return JSON.writeValueAsString(jobs().newest(definition));
    }

    /** One job, or none. */
    @GET
    @Path("{engine}/jobs/{job}")
    @Produces(MediaType.APPLICATION_JSON)
    public String job(@PathParam("job") String job) throws JsonProcessingException {
        return JSON.writeValueAsString(jobs().one(job));
    }

    /** A job's components at each party. */
    @GET
    @Path("{engine}/jobs/{job}/tasks")
    @Produces(MediaType.APPLICATION_JSON)
    public String tasks(@PathParam("job") String job) throws JsonProcessingException {
        return JSON.writeValueAsString(jobs().tasks(job));
    }

    private ListedJobs jobs() {
        if (servlet == null) {
            throw new IllegalStateException("called outside of a web application");
        }
        return WebApplicationContextUtils.getRequiredWebApplicationContext(servlet)
                .getBean(ListedJobs.class);
    }
}
