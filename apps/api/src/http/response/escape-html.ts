const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text as it may stand in HTML, in the value of an attribute too. */
export const escapeHtml = (text: string): string =>
	text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
