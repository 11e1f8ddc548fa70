const two = (value: number) => String(value).padStart(2, '0');

/** ISO 8601 as `datetime-local` has it, in the reader's time zone; empty for null. */
export function toLocalTime(iso: string | null): string {
	if (iso === null) return '';
	const at = new Date(iso);
	const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
	return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The other way round; what is not a date stays as it is, and is refused. */
export function toIsoTime(text: string): string | null {
	const at = new Date(text);
	return text === '' ? null : Number.isNaN(at.getTime()) ? text : at.toISOString();
}
