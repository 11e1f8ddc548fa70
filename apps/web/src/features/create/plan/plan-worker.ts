import { createPlanDesk, type PlanQuestion } from './plan-worker-service.ts';

const desk = createPlanDesk((answer) => self.postMessage(answer));

self.addEventListener('message', ({ data }: MessageEvent<PlanQuestion>) => desk.ask(data));
