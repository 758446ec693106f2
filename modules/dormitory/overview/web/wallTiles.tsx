import type { WallTiles } from '#web/big-screen/tiles.ts'
import * as i from '../model/inspect-measures.ts'
import * as m from '../model/measures.ts'
import { BedsTile, DormsTile } from './beds.tsx'
import { AlertsTile, DevicesTile, FlowTile } from './doors.tsx'
import { DormScoresTile, ProgressTile, WeeksTile } from './inspect-centre.tsx'
import { CheckersTile, FindingsTile, GradesTile, LostTile, RechecksTile, TopTile } from './inspect-sides.tsx'
import { NightsTile, TonightTile } from './nights.tsx'
import { CasesTile, ScoresTile } from './right.tsx'
import './screens.css'

export default {
  [m.screenFlow.code]: FlowTile,
  [m.screenAlerts.code]: AlertsTile,
  [m.screenDevices.code]: DevicesTile,
  [m.screenBeds.code]: BedsTile,
  [m.screenTonight.code]: TonightTile,
  [m.screenDorms.code]: DormsTile,
  [m.screenWeekScores.code]: ScoresTile,
  [m.screenCases.code]: CasesTile,
  [m.screenNights.code]: NightsTile,
  [i.inspectGrades.code]: GradesTile,
  [i.inspectLost.code]: LostTile,
  [i.inspectCheckers.code]: CheckersTile,
  [i.inspectProgress.code]: ProgressTile,
  [i.inspectDorms.code]: DormScoresTile,
  [i.inspectWeeks.code]: WeeksTile,
  [i.inspectTop.code]: TopTile,
  [i.inspectFindings.code]: FindingsTile,
  [i.inspectRechecks.code]: RechecksTile,
} satisfies WallTiles
