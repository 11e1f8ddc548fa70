import { createFileRoute } from '@tanstack/react-router';
import { PageLock } from '../features/access/components/page-lock.tsx';
import { MergerPage } from '../features/merger/components/merger-page.tsx';
import { textParameter } from '../lib/image-search.ts';

export const Route = createFileRoute('/merger')({
	validateSearch: (search) => textParameter('job', search.job),
	component: Page,
});

function Page() {
	const { job } = Route.useSearch();
	const navigate = Route.useNavigate();
	return (
		<PageLock page="merger">
			<MergerPage
				jobId={job ?? null}
				onChooseJob={(jobId) => void navigate({ search: { job: jobId }, resetScroll: false })}
			/>
		</PageLock>
	);
}
