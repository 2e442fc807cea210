// Everything comes from this origin: the validator's badge would ask another one.
SwaggerUIBundle({
  dom_id: "#reference",
  url: "openapi.json",
  validatorUrl: null,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
});
