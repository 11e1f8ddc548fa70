/** Decimal numbers of up to this many characters survive a double unchanged. */
const shortTokenLength = 15;

/** Matches every text with a longer number, or one with an exponent; most have neither and need not be read twice. */
const mayLose = /(?:^|[:,[])\s*-?(?:[\d.]{16}|[\d.]+[eE])/;

/**
 * Whether a JSON text has a number that is another one once it is read and written again: 1e400, or one of more digits
 * than a double holds. Always false where the engine does not expose the source of a value (before Chrome 114, Firefox 135,
 * Safari 18.4), and for a text that is not JSON. Throws RangeError for a text nested deeper than the call stack.
 */
export function hasLossyNumbers(text: string): boolean {
	if (!mayLose.test(text)) return false;
	let isLossy = false;
	parseWithSources(text, (value, source) => {
		isLossy ||= !isExact(value, source);
		return value;
	});
	return isLossy;
}

/**
 * A JSON text's value in which `JSON.stringify` writes every number as it stood there; to be written again only, as a
 * number that would be another one is an object here. Undefined for a text that is not JSON, and where the engine knows no
 * `JSON.rawJSON`. Throws RangeError for a text nested deeper than the call stack.
 */
export function parseLosslessJson(text: string): unknown {
	const { rawJSON } = JSON as { readonly rawJSON?: (source: string) => object };
	if (rawJSON === undefined) return undefined;
	return parseWithSources(text, (value, source) => (isExact(value, source) ? value : rawJSON(source)));
}

function parseWithSources(text: string, change: (value: number, source: string) => unknown): unknown {
	const revive = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
		typeof value === 'number' && context?.source !== undefined ? change(value, context.source) : value;
	try {
		return JSON.parse(text, revive);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

/** Whether a number is written as the same one that its source says. */
function isExact(value: number, source: string): boolean {
	// JSON writes null for what is not a finite number.
	if (!Number.isFinite(value)) return false;
	if (source.length <= shortTokenLength && !/e/i.test(source)) return true;
	const written = String(value);
	return source === written || parseDecimal(source) === parseDecimal(written);
}

/** A JSON number by its digits without zeros at either end, and the power of ten of the last one. */
function parseDecimal(source: string): string {
	const [, sign = '', whole = '', fraction = '', exponent = '0'] =
		/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
	const digits = `${whole}${fraction}`.replace(/^0+/, '');
	if (digits === '') return '0';
	const significant = digits.replace(/0+$/, '');
	return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
