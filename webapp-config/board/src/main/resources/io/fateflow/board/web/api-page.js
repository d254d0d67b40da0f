// The description of FATE Flow's calls. The page makes none of them: a browser can't sign them as FATE's clients do.

// For those who see or move less: no link within a button, and no nameless choice between one server.
const forEverybody = () => ({
  wrapComponents: {
    DeepLink: (original, system) => ({ text }) => system.React.createElement('span', null, text),
    ServersContainer: () => () => null,
  },
});

const place = document.getElementById('api');
const answer = await fetch('/board/v1/openapi.json');

if (answer.status === 401) {
  location.replace('/login?back=%2Fapi');
} else if (answer.ok) {
  SwaggerUIBundle({
    domNode: place,
    spec: await answer.json(),
    deepLinking: true,
    defaultModelsExpandDepth: -1,
    docExpansion: 'none',
    filter: true,
    plugins: [forEverybody],
    supportedSubmitMethods: [],
    validatorUrl: null,
  });
} else {
  place.textContent = await answer.text();
}
