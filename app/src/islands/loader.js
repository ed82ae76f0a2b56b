// Loads the client and hydrates the islands of the page. Its own addresses come as data attributes of the script element.
const { js, wasm } = document.querySelector("script[data-wasm]").dataset;

// Leptos reads these at start. Our pages serialise nothing, so they are empty.
globalThis.__RESOLVED_RESOURCES = [];
globalThis.__SERIALIZED_ERRORS = [];
globalThis.__INCOMPLETE_CHUNKS = [];

const client = await import(js);
await client.default({ module_or_path: wasm });
client.hydrate();
for (const island of document.querySelectorAll("leptos-island")) {
  client[island.dataset.component]?.(island);
}
