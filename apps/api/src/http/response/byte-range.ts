/** Inclusive positions of the one range to send, the whole thing, or a range that lies outside. */
export type ParsedRange = { readonly start: number; readonly end: number } | 'whole' | 'unsatisfiable';

/**
 * What a Range header asks for (RFC 9110, 14.2). More than one range, another unit and anything malformed,
 * a last position before the first included, count as no range at all, which the RFC allows.
 */
export function parseRange(header: string | undefined, totalBytes: number): ParsedRange {
	const [, first, last] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '') ?? [];
	if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
	if (first === '') {
		const suffixBytes = Number(last);
		if (suffixBytes === 0 || totalBytes === 0) return 'unsatisfiable';
		return { start: Math.max(0, totalBytes - suffixBytes), end: totalBytes - 1 };
	}
	const start = Number(first);
	const end = last === '' ? totalBytes - 1 : Math.min(Number(last), totalBytes - 1);
	if (last !== '' && Number(last) < start) return 'whole';
	return start >= totalBytes ? 'unsatisfiable' : { start, end };
}

/** Whether an If-Range validator still holds; dates and weak tags never do, since our tags are strong ones. */
export const matchesIfRange = (header: string | undefined, etag: string) => header === undefined || header === etag;

/** Whether an If-None-Match header names this tag (compared weakly, as the RFC wants). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
	if (header === undefined) return false;
	if (header === etag || header === `W/${etag}`) return true;
	return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);
}
