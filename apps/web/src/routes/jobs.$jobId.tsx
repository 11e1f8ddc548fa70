import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { jobSearchParams, toJobSearch, toJobSearchParams } from '../features/jobs/images/job-search-params.ts';
import { JobPage } from '../features/jobs/page/job-page.tsx';
import { useImageView } from '../lib/hooks/use-image-view.ts';

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
	const text = JSON.stringify(address);
	const search = useMemo(() => toJobSearch(JSON.parse(text)), [text]);
	return (
		<JobPage
			jobId={jobId}
			view={view}
			search={search}
			onSearch={(changes) =>
				void navigate({ search: toJobSearchParams({ ...search, ...changes }), replace: true, resetScroll: false })
			}
		/>
	);
}
