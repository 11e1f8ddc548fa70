import { createPlanWorkerService, type PlanWorkerRequest } from './plan-worker-service.ts';

const desk = createPlanWorkerService((answer) => self.postMessage(answer));

self.addEventListener('message', ({ data }: MessageEvent<PlanWorkerRequest>) => desk.request(data));
