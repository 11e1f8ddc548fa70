import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { PageLock } from '../features/access/account/page-lock.tsx';
import { MergerPage } from '../features/merger/page/merger-page.tsx';
import { textParam } from '../lib/search-params.ts';
import { pageNames } from '../shell/page-names.ts';
import { usePageTitle } from '../shell/page-title.ts';

export const Route = createFileRoute('/merger')({
	validateSearch: z.object({ job: textParam, add: textParam, addMerge: textParam }),
	component: Page,
});

function Page() {
	usePageTitle(pageNames.merger);
	const { job, add, addMerge } = Route.useSearch();
	const navigate = Route.useNavigate();
	return (
		<PageLock page="merger">
			<MergerPage
				jobId={job ?? null}
				onChooseJob={(jobId) => void navigate({ search: (before) => ({ ...before, job: jobId }), resetScroll: false })}
				onLeaveJob={() =>
					void navigate({ search: ({ job: _job, ...rest }) => rest, replace: true, resetScroll: false })
				}
				addedJobId={add ?? null}
				addedMergeId={addMerge ?? null}
				onImported={() =>
					void navigate({
						search: ({ add: _add, addMerge: _addMerge, ...rest }) => rest,
						replace: true,
						resetScroll: false,
					})
				}
			/>
		</PageLock>
	);
}
