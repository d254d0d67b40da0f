package io.fateflow.webapp.openapi;

import io.fateflow.webapp.ServerTest;

/** A site that is connected to no other. */
@ServerTest
class OpenApiTest extends OpenApiContract {}
