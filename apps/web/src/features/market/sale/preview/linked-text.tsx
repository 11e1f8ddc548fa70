import { ExternalLink } from '@adx/ui/navigation/external-link';

export interface LinkedTextProps {
	readonly text: string;
	readonly className?: string;
}

/** Somebody's words as they are, in which addresses of the web are links. */
export function LinkedText({ text, className }: LinkedTextProps) {
	return (
		<p className={className}>
			{splitLinks(text).map((part, place) =>
				part.isLink ? (
					<ExternalLink
						key={place}
						href={part.text}
						// Whoever wrote it is not known here.
						rel="nofollow ugc noopener noreferrer"
						baseClass="font-semibold text-primary underline"
					>
						{part.text}
					</ExternalLink>
				) : (
					part.text
				),
			)}
		</p>
	);
}

export interface TextPart {
	readonly text: string;
	readonly isLink: boolean;
}

/** What ends a sentence and not an address. */
const punctuation = /[.,;:!?'"\u2019\u201d*_]+$/;

/** The text in parts that add up to it, of which some are addresses. */
export function splitLinks(text: string): readonly TextPart[] {
	const parts: TextPart[] = [];
	let end = 0;
	for (const match of text.matchAll(/\bhttps?:\/\/[^\s<>"`]+/gi)) {
		const address = trimAddress(match[0]);
		if (!isPlainAddress(address)) continue;
		if (match.index > end) parts.push({ text: text.slice(end, match.index), isLink: false });
		parts.push({ text: address, isLink: true });
		end = match.index + address.length;
	}
	if (end < text.length) parts.push({ text: text.slice(end), isLink: false });
	return parts;
}

const brackets = [
	['(', ')'],
	['[', ']'],
	['{', '}'],
] as const;

/** Without the sentence's own marks, and without a bracket that was opened before it. */
function trimAddress(found: string): string {
	let address = found;
	for (let before = ''; before !== address; ) {
		before = address;
		address = address.replace(punctuation, '');
		for (const [open, close] of brackets) {
			if (address.endsWith(close) && address.split(close).length > address.split(open).length) {
				address = address.slice(0, -1);
			}
		}
	}
	return address;
}

/** Names before an @ make one host look like another, and so do marks that turn the reading direction. */
function isPlainAddress(address: string): boolean {
	const url = URL.parse(address);
	if (url === null || url.username !== '' || url.password !== '') return false;
	return (url.protocol === 'https:' || url.protocol === 'http:') && !/\p{C}/u.test(address);
}
