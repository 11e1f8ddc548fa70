import { csvText } from '@adx/collection/files/csv';
import type { MintedItem } from '@adx/validators/sale/minted-items';

/** What buyers bought until some time, and what that earned. */
export interface SalePoint {
	readonly atMs: number;
	readonly sold: number;
}

/** How many items were sold by when, oldest first; a step for each time at which something was. */
export function toSalePoints(items: readonly MintedItem[]): SalePoint[] {
	const times = items.flatMap(({ kind, mintedAt }) => (kind === 'bought' ? [Date.parse(mintedAt)] : []));
	const points: SalePoint[] = [];
	for (const [place, atMs] of times.sort((a, b) => a - b).entries()) {
		if (points.at(-1)?.atMs === atMs) points.pop();
		points.push({ atMs, sold: place + 1 });
	}
	return points;
}

/** The path of a step line in a box of that size, from the first sale to the last. */
export function toStepPath(points: readonly SalePoint[], { width, height }: { width: number; height: number }): string {
	const [first, last] = [points[0], points.at(-1)];
	if (first === undefined || last === undefined) return '';
	const span = Math.max(1, last.atMs - first.atMs);
	const round = (value: number) => Math.round(value * 100) / 100;
	const steps = points.map(({ atMs, sold }) => {
		const x = round(((atMs - first.atMs) / span) * width);
		return `H${x}V${round(height - (sold / last.sold) * height)}`;
	});
	return `M0 ${height}${steps.join('')}H${width}`;
}

/** Wallets that bought something. */
export const countBuyers = (items: readonly MintedItem[]): number =>
	new Set(items.flatMap(({ kind, walletAddress }) => (kind === 'bought' ? [walletAddress] : []))).size;

const lamportsPerSol = 1e9;

/** All of it for a spreadsheet. */
export const toSalesCsv = (items: readonly MintedItem[]): string =>
	csvText([
		['number', 'name', 'kind', 'wallet', 'paid_sol', 'minted_at', 'address', 'signature'],
		...items.map((item) => [
			String(item.tokenNumber),
			item.name,
			item.kind,
			item.walletAddress,
			item.paidLamports === null ? '' : String(Number(item.paidLamports) / lamportsPerSol),
			item.mintedAt,
			item.mintAddress,
			item.signature ?? '',
		]),
	]);
