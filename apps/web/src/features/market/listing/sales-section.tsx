import { Button } from '@adx/ui/controls/button';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { Download } from 'lucide-react';
import { trpc } from '../../../lib/api/trpc.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { formatDateAndTime } from '../../../lib/format/format-date.ts';
import { listingTexts } from './listing-texts.ts';
import { countBuyers, type SalePoint, toSalePoints, toSalesCsv, toStepPath } from './sales-over-time.ts';

const texts = listingTexts.sales;

/** Who bought, and when: counted, drawn, and to be taken away; nothing before the first item is minted. */
export function SalesSection({ sale: { jobId, name, soldCount, ownCount } }: { readonly sale: CreatorSale }) {
	const minted = soldCount + ownCount;
	// Asked again whenever an item more is minted.
	const { data: items } = trpc.mint.collections.items.useQuery({ jobId }, { enabled: minted > 0, staleTime: 30_000 });
	if (minted === 0 || items === undefined || items.length === 0) return null;
	const points = toSalePoints(items);
	const save = () => saveFile(new File([toSalesCsv(items)], `${name} sales.csv`, { type: 'text/csv' }));
	return (
		<section aria-label={texts.label} className="grid gap-3 border-t border-border pt-4">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<p className="figures text-sm text-text-2">{texts.buyers(countBuyers(items))}</p>
				<Button icon={<Download aria-hidden className="size-4" />} onClick={save}>
					{texts.save}
				</Button>
			</div>
			{points.length > 1 ? <Chart points={points} /> : null}
		</section>
	);
}

const box = { width: 300, height: 60 };

function Chart({ points }: { readonly points: readonly SalePoint[] }) {
	const [first, last] = [points[0]!, points.at(-1)!];
	const [start, end] = [first, last].map(({ atMs }) => formatDateAndTime(new Date(atMs)));
	return (
		<figure className="grid gap-1">
			<svg
				role="img"
				aria-label={texts.chart(last.sold, start!, end!)}
				viewBox={`0 -2 ${box.width} ${box.height + 4}`}
				preserveAspectRatio="none"
				className="h-16 w-full text-primary"
			>
				<path
					d={toStepPath(points, box)}
					fill="none"
					stroke="currentColor"
					strokeWidth={2}
					vectorEffect="non-scaling-stroke"
				/>
			</svg>
			<figcaption className="figures flex flex-wrap justify-between gap-x-4 text-xs text-text-2">
				<span>{start}</span>
				<span>{end}</span>
			</figcaption>
		</figure>
	);
}
