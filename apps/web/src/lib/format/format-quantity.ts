import { formatNumber } from '@adx/validators/format-number';

/** '1 image', '2,000 images' */
export const formatMany = (count: number, one: string, more: string): string =>
	`${formatNumber(count)} ${count === 1 ? one : more}`;

const encoder = new TextEncoder();

/** What a text takes as UTF-8. */
export const byteLength = (text: string): number => encoder.encode(text).length;

const sizeUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** '3.2 MB'; decimal units, as disks are sold and file managers show them. */
export function formatBytes(bytes: number): string {
	const power = bytes < 1 ? 0 : Math.min(sizeUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
	const value = bytes / 1_000 ** power;
	return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${sizeUnits[power]}`;
}

/** '45 s', '3 min', '1 h 20 min'. */
export function formatDuration(seconds: number): string {
	const wholeSeconds = Math.max(1, Math.round(seconds));
	if (wholeSeconds < 60) return `${wholeSeconds} s`;
	const minutes = Math.round(wholeSeconds / 60);
	if (minutes < 60) return `${minutes} min`;
	return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
