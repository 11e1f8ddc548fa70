import { createFileRoute } from '@tanstack/react-router';
import { SidePanel } from '../features/database/components/side-panel.tsx';
import { StatsCard } from '../features/database/components/stats-card.tsx';
import { CreatePage } from '../features/generation/components/create-page.tsx';
import { PresetsCard } from '../features/presets/components/presets-card.tsx';
import { textParameter, useImageView } from '../lib/image-search.ts';

export const Route = createFileRoute('/')({
	validateSearch: (search) => ({ ...textParameter('job', search.job), ...textParameter('image', search.image) }),
	component: Home,
});

function Home() {
	const { job, image } = Route.useSearch();
	const navigate = Route.useNavigate();
	const view = useImageView(image, (next, options) =>
		navigate({ search: { job, image: next }, resetScroll: false, ...options }),
	);
	return (
		<>
			<CreatePage
				chosenJobId={job ?? null}
				onChooseJob={(jobId) => void navigate({ search: { job: jobId }, resetScroll: false })}
				view={view}
				presets={({ readDraft, apply }) => <PresetsCard readDraft={readDraft} onApply={apply} />}
			>
				<StatsCard />
			</CreatePage>
			<SidePanel />
		</>
	);
}
