/**
 * `npm run bench [name]` measures on this machine, peers in the same run, and prints a table.
 * Without a name it runs all of them. A missed target ends with status 1.
 */
const benches: Readonly<Record<string, () => Promise<{ run(): Promise<boolean> }>>> = {
	start: () => import('./start.ts'),
	generate: () => import('./generate.ts'),
	forge: () => import('./forge.ts'),
	layers: () => import('./layers.ts'),
	zip: () => import('./zip.ts'),
	s3: () => import('./s3.ts'),
	merge: () => import('./merge.ts'),
	'merge-download': () => import('./merge-download.ts'),
	rarity: () => import('./rarity.ts'),
	preflight: () => import('./preflight.ts'),
	attributes: () => import('./attributes.ts'),
	polling: () => import('./polling.ts'),
	live: () => import('./live.ts'),
	lists: () => import('./lists.ts'),
	'large-lists': () => import('./large-lists.ts'),
	responsiveness: () => import('./responsiveness.ts'),
};

const names = process.argv.slice(2);
const unknown = names.find((name) => !(name in benches));
if (unknown !== undefined) {
	console.error(`Unknown benchmark '${unknown}'. There are: ${Object.keys(benches).join(', ')}`);
	process.exit(2);
}
let reached = true;
for (const name of names.length > 0 ? names : Object.keys(benches)) {
	console.log(`\n# ${name}`);
	const { run } = await benches[name]!();
	reached = (await run()) && reached;
}
process.exitCode = reached ? 0 : 1;
