import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { BottomBar } from '../components/bottom-bar.tsx';
import { useAccess } from '../features/access/components/access-provider.tsx';
import { CreatePage } from '../features/create/components/create-page.tsx';
import { SidePanel } from '../features/database/components/side-panel.tsx';
import { StatsCard } from '../features/database/components/stats-card.tsx';
import { PresetsCard } from '../features/presets/components/presets-card.tsx';
import { textParameter, useImageView } from '../lib/image-search.ts';

const MintSection = lazy(() => import('../features/mint/components/mint-section.tsx'));
const PlanPanel = lazy(() => import('../features/plan/components/plan-panel.tsx'));

export const Route = createFileRoute('/')({
	validateSearch: (search) => ({ ...textParameter('job', search.job), ...textParameter('image', search.image) }),
	component: Home,
});

function Home() {
	const { job, image } = Route.useSearch();
	const { isDeveloperMode } = useAccess();
	const navigate = Route.useNavigate();
	const view = useImageView(image, (next, options) =>
		navigate({ search: { job, image: next }, resetScroll: false, ...options }),
	);
	return (
		<BottomBar>
			<CreatePage
				chosenJobId={job ?? null}
				onChooseJob={(jobId) => void navigate({ search: { job: jobId }, resetScroll: false })}
				view={view}
				plan={(slot) => <PlanPanel {...slot} />}
				presets={({ readDraft, apply }) => <PresetsCard readDraft={readDraft} onApply={apply} />}
				mint={isDeveloperMode ? <MintSection /> : null}
			>
				<StatsCard />
			</CreatePage>
			<SidePanel />
		</BottomBar>
	);
}
