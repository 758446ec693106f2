import { useState } from 'react'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { type Position, positionNow } from '#web/position/position.ts'
import { sign } from '../../model/actions.ts'
import type { mySigns } from '../../model/read-actions.ts'
import { lackingWays, ownWays, type Way } from '../../model/ways.ts'
import { deviceKey, deviceName } from './device.ts'

export type Mine = AnswerOf<typeof mySigns>[number]
interface Evidence {
  ticket?: string | undefined
  number?: string | undefined
  position?: Position | undefined
  photo?: string | undefined
}
const shownOf = ({ ticket, number, position, photo }: Evidence): Way[] => [
  ...(ticket ? (['qr'] as const) : []),
  ...(number?.length === 4 ? (['number'] as const) : []),
  ...(position ? (['location'] as const) : []),
  ...(photo ? (['photo'] as const) : []),
]
/** Evidence collected so far, and the action that collects the rest. */
export function useSigning(row: Mine, ticket: string | undefined) {
  const { ways } = row
  const asked = ownWays(ways)
  const [evidence, setEvidence] = useState<Evidence>({})
  const [problem, setProblem] = useState<string>()
  const [isLocating, setLocating] = useState(false)
  const [isCamera, setCamera] = useState(false)
  const act = useAct(sign, { changes: ['signOccurrence'], done: false })
  const now: Evidence = { ...evidence, ticket }
  const lackingOf = (of: Evidence): Way[] => lackingWays(ways, row.wayRule, shownOf(of))
  const send = ({ number, position, photo }: Evidence) =>
    act.mutate({
      occurrenceId: row.occurrenceId,
      deviceKey: deviceKey(),
      deviceName: deviceName(),
      clientAt: new Date().toISOString(),
      ...(ticket ? { ticket } : {}),
      ...(number?.length === 4 ? { number } : {}),
      ...(position ? { ...position, system: 'wgs84' as const } : {}),
      ...(photo ? { photo: [photo] } : {}),
    })
  const put = (more: Evidence) => {
    setProblem(undefined)
    setEvidence(was => ({ ...was, ...more }))
  }
  /** Submits once complete; shows what is missing. */
  const goOn = (of: Evidence) => {
    const lacking = lackingOf(of)
    if (!lacking.length) return send(of)
    if (lacking.includes('photo') && !lacking.some(way => way === 'qr' || way === 'number')) return setCamera(true)
    setProblem(lacking.some(way => way === 'number') ? t('请扫现场的二维码，或输入屏幕上的四位数字') : t('请扫现场的二维码'))
  }
  const locate = async () => {
    setLocating(true)
    const found = await positionNow(t('请老师点名'))
    setLocating(false)
    if ('problem' in found) return setProblem(found.problem)
    put({ position: found })
    goOn({ ...now, position: found })
  }
  const press = () => {
    act.reset()
    setProblem(undefined)
    const lacking = lackingOf(now)
    // read the position anew: an earlier one may be outdated
    if (asked.includes('location') && (lacking.includes('location') || now.position)) return void locate()
    goOn(now)
  }
  const taken = (photo: string) => {
    setCamera(false)
    put({ photo })
    goOn({ ...now, photo })
  }
  return {
    asked,
    evidence: now,
    put,
    press,
    out: () => send({}),
    taken,
    isCamera,
    closeCamera: () => setCamera(false),
    problem,
    isBusy: act.isPending || isLocating,
    isLocating,
    error: act.error,
  }
}
