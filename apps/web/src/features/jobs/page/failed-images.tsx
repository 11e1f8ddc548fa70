import { Button } from '@adx/ui/controls/button';
import { formatNumber } from '@adx/validators/format-number';
import type { ImageFailure } from '@adx/validators/generation/job-states';
import clsx from 'clsx';
import type { Job, JobImage } from '../../../lib/api/trpc.ts';
import { imageTitle } from '../image-labels.ts';
import type { JobView } from '../images/job-search-params.ts';
import { failureLabels, formatImageCount } from '../job-labels.ts';

/** The most images named for each reason. */
const namedMax = 3;

export interface JobFailuresProps {
	readonly job: Job;
	readonly images: readonly JobImage[];
	readonly jobView: JobView;
}

/** The images that were given up, by reason; in the review, whose picture needs the room, only how many those are. */
export function FailedImages({ job, images, jobView }: JobFailuresProps) {
	const failed = images.filter(({ state }) => state === 'failed');
	const groups = [...Map.groupBy(failed, ({ failure }) => failure ?? 'engine')];
	const { search, onSearch } = jobView;
	const isFolded = search.tab === 'review';
	return (
		<section
			aria-label="Failed images"
			className={clsx('rounded-md border border-ember-text', isFolded ? 'mt-2 px-2 py-1' : 'mt-4 p-3')}
		>
			<div className="flex flex-wrap items-center justify-between gap-2">
				<p
					className={clsx('figures font-semibold', isFolded && 'text-sm')}
				>{`${formatImageCount(job.failedImages)} could not be drawn`}</p>
				<Button
					size="small"
					onClick={() => onSearch({ tab: 'images', order: { ...search.order, shown: 'failed', traits: [] } })}
				>
					Show them
				</Button>
			</div>
			{isFolded ? null : (
				<ul className="mt-2 grid gap-2">
					{groups.map(([failure, members]) => (
						<Group key={failure} failure={failure} members={members} />
					))}
				</ul>
			)}
		</section>
	);
}

function Group({ failure, members }: { readonly failure: ImageFailure; readonly members: readonly JobImage[] }) {
	const rest = members.length - namedMax;
	return (
		<li className="text-sm">
			<p className="figures">{`${failureLabels[failure]}: ${formatNumber(members.length)}`}</p>
			<ul className="mt-1 grid gap-0.5 text-text-2">
				{members.slice(0, namedMax).map((image) => (
					<li key={image.id} className="break-words">
						{imageTitle(image)}
						{image.failureMessage === null ? null : `: ${image.failureMessage}`}
					</li>
				))}
				{rest > 0 ? <li className="figures">{`and ${formatNumber(rest)} more`}</li> : null}
			</ul>
		</li>
	);
}
