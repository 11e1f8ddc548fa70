import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { jobAddressOf, jobSearchOf, readJobAddress } from '../features/jobs/images/job-search-params.ts';
import { JobPage } from '../features/jobs/page/job-page.tsx';
import { textParameter, useImageView } from '../lib/hooks/use-image-view.ts';

export const Route = createFileRoute('/jobs/$jobId')({
	validateSearch: (search) => ({ ...readJobAddress(search), ...textParameter('image', search.image) }),
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
	const search = useMemo(() => jobSearchOf(JSON.parse(text)), [text]);
	return (
		<JobPage
			jobId={jobId}
			view={view}
			search={search}
			onSearch={(changes) =>
				void navigate({ search: jobAddressOf({ ...search, ...changes }), replace: true, resetScroll: false })
			}
		/>
	);
}
