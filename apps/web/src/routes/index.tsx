import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { useAccess } from '../features/access/gate/access-provider.tsx';
import { CreatePage } from '../features/create/page/create-page.tsx';
import { createTabSchema } from '../features/create/page/create-tabs.tsx';
import { PresetsCard } from '../features/create/presets/presets-card.tsx';
import { DatabasePanel } from '../features/jobs/database/database-panel.tsx';
import { useImageView } from '../lib/hooks/use-image-view.ts';
import { param, textParam } from '../lib/search-params.ts';
import { BottomBar } from '../shell/bottom-bar.tsx';
import { lazyPart } from '../shell/lazy-part.tsx';
import { createTabNames } from '../shell/page-names.ts';
import { usePageTitle } from '../shell/page-title.ts';

const MintSection = lazyPart(() => import('../features/market/mint/mint-section.tsx'));
const PlanPanel = lazyPart(() => import('../features/create/plan/plan-panel.tsx'));
const StatsCard = lazyPart(() => import('../features/jobs/database/stats-card.tsx'));

export const Route = createFileRoute('/')({
	validateSearch: z.object({ job: textParam, image: textParam, tab: param(createTabSchema) }),
	component: Home,
});

function Home() {
	const { job, image, tab: wanted } = Route.useSearch();
	const { isDeveloperMode } = useAccess();
	const tab = wanted ?? (job === undefined && image === undefined ? 'studio' : 'results');
	// Only developers mint here.
	const shown = tab === 'mint' && !isDeveloperMode ? 'studio' : tab;
	usePageTitle(createTabNames[shown]);
	const navigate = Route.useNavigate();
	const view = useImageView(image, (next, options) =>
		navigate({ search: { job, tab: wanted, image: next }, resetScroll: false, ...options }),
	);
	return (
		<BottomBar>
			<CreatePage
				tab={shown}
				onTab={(next) => void navigate({ search: { job, tab: next } })}
				chosenJobId={job ?? null}
				onStarted={(jobId) => void navigate({ search: { job: jobId } })}
				view={view}
				plan={(slot) => <PlanPanel {...slot} />}
				presets={({ readDraft, apply }) => <PresetsCard readDraft={readDraft} onApply={apply} />}
				mint={isDeveloperMode ? <MintSection /> : null}
				statistics={<StatsCard />}
			/>
			<DatabasePanel />
		</BottomBar>
	);
}
