const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a reader takes for single characters. */
export const splitGraphemes = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

export interface TextBox {
	readonly width: number;
	readonly linesMax: number;
	/** How wide a text is. */
	readonly measure: (text: string) => number;
}

/** Breaks a text into lines that fit, a word too long for one anywhere; what no longer fits ends in an ellipsis. */
export function wrapText(text: string, box: TextBox): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(/\s+/).filter((each) => each !== '')) {
		const longer = line === '' ? word : `${line} ${word}`;
		if (box.measure(longer) <= box.width) {
			line = longer;
			continue;
		}
		if (line !== '') lines.push(line);
		const pieces = breakWord(word, box);
		line = pieces.pop() ?? '';
		lines.push(...pieces);
		if (lines.length > box.linesMax) break;
	}
	if (line !== '') lines.push(line);
	if (lines.length <= box.linesMax) return lines;
	const shown = lines.slice(0, box.linesMax);
	return [...shown.slice(0, -1), withEllipsis(shown.at(-1) ?? '', box)];
}

/** At least a character a piece, however narrow the box. */
function breakWord(word: string, { width, measure }: TextBox): string[] {
	const pieces: string[] = [];
	let piece = '';
	for (const character of splitGraphemes(word)) {
		if (piece !== '' && measure(piece + character) > width) {
			pieces.push(piece);
			piece = '';
		}
		piece += character;
	}
	return [...pieces, piece];
}

function withEllipsis(line: string, { width, measure }: TextBox): string {
	const characters = splitGraphemes(line);
	while (characters.length > 0 && measure(`${characters.join('').trimEnd()}…`) > width) characters.pop();
	return `${characters.join('').trimEnd()}…`;
}
