import { createFileRoute } from '@tanstack/react-router';
import { PageLock } from '../features/access/components/page-lock.tsx';
import { MergerPage } from '../features/merger/components/merger-page.tsx';
import { textParameter } from '../lib/image-search.ts';

export const Route = createFileRoute('/merger')({
	validateSearch: (search) => ({ ...textParameter('job', search.job), ...textParameter('add', search.add) }),
	component: Page,
});

function Page() {
	const { job, add } = Route.useSearch();
	const navigate = Route.useNavigate();
	return (
		<PageLock page="merger">
			<MergerPage
				jobId={job ?? null}
				onChooseJob={(jobId) => void navigate({ search: (before) => ({ ...before, job: jobId }), resetScroll: false })}
				addedJobId={add ?? null}
				onBrought={() => void navigate({ search: ({ add: _add, ...rest }) => rest, replace: true, resetScroll: false })}
			/>
		</PageLock>
	);
}
