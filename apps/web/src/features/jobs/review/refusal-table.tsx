import { Card } from '@adx/ui/surfaces/card';
import { formatNumber } from '@adx/validators/format-number';
import { useMemo } from 'react';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { formatShare } from '../../../lib/format/format-rarity.ts';
import { getTraitName, valueLabel } from '../images/image-traits.ts';
import type { JobView } from '../images/job-search-params.ts';
import { countRefusals } from '../images/trait-counts.ts';
import { formatImageCount } from '../job-labels.ts';

/** The most trait values that are listed. */
const listedMax = 20;

export interface ReviewRefusalsProps {
	readonly images: readonly JobImage[];
	readonly jobView: JobView;
}

/** Which trait values the model refuses, and how often: what to leave out next time. */
export function RefusalTable({ images, jobView }: ReviewRefusalsProps) {
	const refusals = useMemo(() => countRefusals(images), [images]);
	const refusedCount = images.filter(({ failure }) => failure === 'blocked').length;
	const { search, onSearch } = jobView;
	return (
		<Card title="What the model refused">
			{refusedCount === 0 ? (
				<p className="text-text-2">The model has refused none of these images.</p>
			) : (
				<>
					<p className="figures mb-3 text-text-2">
						{`${formatNumber(refusedCount)} of ${formatImageCount(images.length)} ${refusedCount === 1 ? 'was' : 'were'} refused. A value whose share stands out is the likely cause.`}
					</p>
					<table className="figures w-full border-collapse text-sm">
						<thead>
							<tr className="text-left">
								<th scope="col" className="py-1.5 pr-2">
									Trait
								</th>
								<th scope="col" className="px-2">
									Value
								</th>
								<th scope="col" className="px-2 text-right">
									Refused
								</th>
								<th scope="col" className="pl-2 text-right">
									Share
								</th>
							</tr>
						</thead>
						<tbody>
							{refusals.slice(0, listedMax).map(({ trait, value, refused, tried }) => (
								<tr key={`${trait}:${value}`} className="border-t border-border">
									<td className="py-1.5 pr-2 text-text-2">{getTraitName(trait)}</td>
									<th scope="row" className="px-2 text-left font-medium">
										<button
											type="button"
											title="Show these images"
											onClick={() =>
												onSearch({
													tab: 'images',
													order: { ...search.order, shown: 'failed', traits: [{ trait, value }] },
												})
											}
											className="rounded-sm text-left text-primary underline"
										>
											{valueLabel({ trait, value })}
										</button>
									</th>
									<td className="px-2 text-right">{`${formatNumber(refused)} of ${formatNumber(tried)}`}</td>
									<td className="pl-2 text-right">{formatShare(refused, tried)}</td>
								</tr>
							))}
						</tbody>
					</table>
				</>
			)}
		</Card>
	);
}
