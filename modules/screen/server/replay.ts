import type { FastifyRequest } from 'fastify'
import { Refusal } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolMs } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Replay } from '#server/measures/aggregator.ts'

const [BEGINS, HOURS] = ['18:00', 6] as const
const [SLOWEST, FASTEST] = [10, 600] as const
/** Concurrent replays: each runs its own queries, outside the shared results. */
export const MOST_REPLAYS = 4

/** 60-BS10: the last complete evening, from six until midnight, accelerated by `replay`; undefined for the live view. */
export function replayOf(request: FastifyRequest, now = Date.now()): Replay | undefined {
  const { replay } = request.query as { replay?: unknown }
  if (replay === undefined) return undefined
  const speed = Number(replay)
  if (!Number.isInteger(speed) || speed < SLOWEST || speed > FASTEST)
    throw new Refusal(400, [{ rule: 'screen.replaySpeed', text: '回放速度须为 {least} 到 {most} 倍', values: { least: SLOWEST, most: FASTEST } }])
  const from = schoolMs(addDays(today(new Date(now)), -1), BEGINS)
  return { from, until: from + HOURS * HOUR_MS, speed }
}
