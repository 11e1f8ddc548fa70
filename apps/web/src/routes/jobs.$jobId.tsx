import { createFileRoute } from '@tanstack/react-router';
import { JobPage } from '../features/generation/components/job-page.tsx';
import { textParameter, useImageView } from '../lib/image-search.ts';

export const Route = createFileRoute('/jobs/$jobId')({
	validateSearch: (search) => textParameter('image', search.image),
	component: Page,
});

function Page() {
	const { jobId } = Route.useParams();
	const { image } = Route.useSearch();
	const navigate = Route.useNavigate();
	const view = useImageView(image, (next, options) =>
		navigate({ search: { image: next }, resetScroll: false, ...options }),
	);
	return <JobPage jobId={jobId} view={view} />;
}
