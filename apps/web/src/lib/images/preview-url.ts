/** Address of a preview of that size, however the API wrote the address. */
export function previewUrl(url: string, size: '200' | '512'): string {
	const [path = '', query = ''] = url.split('?');
	const parameters = new URLSearchParams(query);
	parameters.set('size', size);
	return `${path}?${parameters}`;
}
