import { createFileRoute } from '@tanstack/react-router';
import { PageLock } from '../features/access/account/page-lock.tsx';
import { MergerPage } from '../features/merger/page/merger-page.tsx';
import { textParameter } from '../lib/hooks/use-image-view.ts';

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
