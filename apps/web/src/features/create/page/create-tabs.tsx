import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { z } from 'zod';

export const createTabSchema = z.enum(['studio', 'results', 'latest', 'mint']);
export type CreateTab = z.infer<typeof createTabSchema>;

const labels: Readonly<Record<CreateTab, string>> = {
	studio: 'Studio',
	results: 'Results',
	latest: 'Latest',
	mint: 'Mint',
};

export interface CreateTabsProps {
	readonly shown: CreateTab;
	/** Whether tokens can be minted here. */
	readonly hasMint: boolean;
	/** The job that the address names; null for none. */
	readonly jobId: string | null;
}

/** The parts of the page, each with an address of its own. */
export function CreateTabs({ shown, hasMint, jobId }: CreateTabsProps) {
	const tabs = createTabSchema.options.filter((tab) => tab !== 'mint' || hasMint);
	return (
		<nav aria-label="Parts of this page" className="mb-3">
			<ul className="flex gap-1 rounded-md border border-border bg-surface-1 p-1 sm:w-fit">
				{tabs.map((tab) => (
					<li key={tab} className="grow">
						<Link
							to="/"
							search={{ ...(jobId === null ? {} : { job: jobId }), tab }}
							aria-current={tab === shown ? 'page' : undefined}
							// The address alone does not tell: without a tab it shows the form, or the results of the job that it names.
							activeProps={{}}
							className={clsx(
								'control-height flex items-center justify-center rounded-sm px-2 font-semibold sm:px-5',
								tab === shown ? 'bg-surface-3 text-primary' : 'text-text-2 hover:bg-surface-3 hover:text-text',
							)}
						>
							{labels[tab]}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	);
}
