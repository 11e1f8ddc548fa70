import { createFileRoute } from '@tanstack/react-router';
import { jobSearchParams, toJobSearch, toJobSearchParams } from '../features/jobs/images/job-search-params.ts';
import { JobPage } from '../features/jobs/page/job-page.tsx';
import { useImageView } from '../lib/hooks/use-image-view.ts';
import { useStableValue } from '../lib/hooks/use-stable-value.ts';

export const Route = createFileRoute('/jobs/$jobId')({
	validateSearch: jobSearchParams,
	component: Page,
});

function Page() {
	const { jobId } = Route.useParams();
	const { image, ...address } = Route.useSearch();
	const navigate = Route.useNavigate();
	const view = useImageView(image, (next, options) =>
		navigate({ search: { ...address, image: next }, resetScroll: false, ...options }),
	);
	const search = useStableValue(toJobSearch(address));
	return (
		<JobPage
			jobId={jobId}
			view={view}
			search={search}
			onSearch={(changes) =>
				void navigate({
					search: toJobSearchParams({ ...search, ...changes }),
					// Back leads to the tab before, as on Create; filters and orders are not steps of their own.
					replace: changes.tab === undefined || changes.tab === search.tab,
					resetScroll: false,
				})
			}
		/>
	);
}
