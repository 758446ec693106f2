import { RECEIVER_TEXTS } from './co-sign.ts'
import { FIELD_TEXTS } from './compare.ts'
import { SAY_TEXTS } from './condition-text.ts'
import { CONDITION_TEXTS, FACT_TYPES } from './facts.ts'
import { BUTTONS, EMPTY_POLICIES, FIELD_PERMS, RELATIONS, SAME_POLICIES, TIMEOUT_ACTIONS } from './graph.ts'
import { JOIN_NAME, NODE_TYPES } from './graph-position.ts'
import { SOURCE_TEXTS } from './people.ts'
import { PROBLEM_TEXTS } from './problem.ts'
import { STUCK_TEXTS } from './run.ts'
import { APPLICANT_FACTS, APPLICATION_STATES } from './subject.ts'
import { WALK_TEXTS } from './walk.ts'

const MAPS: ReadonlyArray<Readonly<Record<string, string>>> = [
  ...[APPLICATION_STATES, BUTTONS, CONDITION_TEXTS, EMPTY_POLICIES, FACT_TYPES, FIELD_PERMS, FIELD_TEXTS, NODE_TYPES, PROBLEM_TEXTS],
  ...[RECEIVER_TEXTS, RELATIONS, SAME_POLICIES, SAY_TEXTS, SOURCE_TEXTS, STUCK_TEXTS, TIMEOUT_ACTIONS, WALK_TEXTS],
]
/** All texts of the flow engine, for translation. */
export const flowTexts = (): string[] => [
  ...MAPS.flatMap(map => Object.values(map)),
  ...APPLICANT_FACTS.flatMap(fact => [fact.label, ...Object.values(fact.choices ?? {})]),
  JOIN_NAME,
  '元',
]
