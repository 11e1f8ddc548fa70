import { attributesRouter } from './routers/attributes.ts';
import { authRouter } from './routers/auth.ts';
import { databaseRouter } from './routers/database.ts';
import { exportProcedures } from './routers/exports.ts';
import { generationRouter } from './routers/generation.ts';
import { liveRouter } from './routers/live.ts';
import { mergeRouter } from './routers/merge.ts';
import { mintRouter } from './routers/mint.ts';
import { rarityProcedures } from './routers/rarity.ts';
import { router } from './trpc.ts';

/** The whole API: every internal operation is a procedure in here. */
export const appRouter = router({
	auth: authRouter,
	generation: generationRouter,
	merge: mergeRouter,
	attributes: attributesRouter,
	// What can be asked of any finished collection, generated, merged or attributed, by its job's id.
	collections: router({ ...rarityProcedures, ...exportProcedures }),
	mint: mintRouter,
	database: databaseRouter,
	live: liveRouter,
});

/** The type that typed clients are built from. */
export type AppRouter = typeof appRouter;
