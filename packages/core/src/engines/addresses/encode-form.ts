/** A form with files as a body of `multipart/form-data`, with the type that names its boundary. */
export async function encodeForm(form: FormData): Promise<{ readonly type: string; readonly body: Uint8Array }> {
	const encoded = new Response(form);
	return { type: encoded.headers.get('content-type') ?? '', body: new Uint8Array(await encoded.arrayBuffer()) };
}
