import { z } from 'zod';

/** One line of what Kubo's `dag/import` answers with `pin-roots`. */
const importedRoot = z.object({
	Root: z.object({ Cid: z.object({ '/': z.string() }), PinErrorMsg: z.string().optional() }),
});

/** Whether the answer to an import says that the node keeps the root. Throws for what is no such answer. */
export function isRootPinned(answer: string, root: string): boolean {
	const roots = answer
		.split('\n')
		.map((line) => importedRoot.safeParse(line === '' ? null : JSON.parse(line)))
		.flatMap(({ data }) => (data === undefined ? [] : [data.Root]));
	const pin = roots.find(({ Cid }) => Cid['/'] === root);
	return pin !== undefined && !pin.PinErrorMsg;
}

/** The address without a name and a password, which `fetch` refuses, and the header that says them instead. */
export function toKuboRequest(address: string): { readonly url: URL; readonly headers: Record<string, string> } {
	const url = new URL(address);
	const { username, password } = url;
	[url.username, url.password] = ['', ''];
	if (username === '' && password === '') return { url, headers: {} };
	const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
	return { url, headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } };
}
