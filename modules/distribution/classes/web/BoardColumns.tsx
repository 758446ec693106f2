import { Empty } from '#web/feedback/Empty.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Columns, Stack } from '#web/layout/Layout.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import type { planBoard } from '../model/actions.ts'
import { PAIR_KINDS } from '../model/pair.ts'
import style from './board.module.css'
import { ClassCard } from './ClassCard.tsx'
import { Members } from './Members.tsx'
import { Rules } from './Rules.tsx'

export type Board = AnswerOf<typeof planBoard>
export type ClassFigures = Board['classes'][number]

/** Rules, classes with their gauges, and who has no class, or is in the class that was chosen. On a phone the classes are a list. */
export function BoardColumns({ id, board }: { id: string; board: Board }) {
  const narrow = useNarrow()
  const [params, , put] = useOwnParams()
  const chosen = board.classes.find(c => c.classId === params.get('class'))
  const choose = (c: ClassFigures) => put({ class: c.classId === chosen?.classId ? undefined : c.classId })
  return (
    <div className={style.columns}>
      <Stack>
        <Rules id={id} state={board.state} />
        <Unmet board={board} />
      </Stack>
      {board.state === 'draft' ? (
        <Empty title={t('还没有试分')} />
      ) : narrow ? (
        <ClassList classes={board.classes} onChoose={choose} />
      ) : (
        <Stack>
          {[...Map.groupBy(board.classes, c => c.gradeMajor)].map(([gradeMajor, classes]) => (
            <section key={gradeMajor} aria-label={gradeMajor}>
              <h2 className={style.major}>{gradeMajor}</h2>
              <Columns min={210} gap={3} isFixed>
                {classes.map(c => (
                  <ClassCard key={c.classId} of={c} hasScores={board.hasScores} isChosen={c === chosen} onChoose={() => choose(c)} />
                ))}
              </Columns>
            </section>
          ))}
        </Stack>
      )}
      {board.state === 'draft' ? null : <Members key={chosen?.classId ?? ''} id={id} board={board} of={chosen} />}
    </div>
  )
}
const Unmet = ({ board }: { board: Board }) =>
  board.unmet.length ? (
    <Sheet title={t('没有满足的要求')}>
      <ul className={style.unmet}>
        {board.unmet.map(({ kind, first, second }) => (
          <li key={`${first} ${second}`}>{t('{{first}}和{{second}}：{{kind}}', { first, second, kind: t(PAIR_KINDS[kind]) })}</li>
        ))}
      </ul>
    </Sheet>
  ) : null
const ClassList = ({ classes, onChoose }: { classes: readonly ClassFigures[]; onChoose: (c: ClassFigures) => void }) => (
  <Sheet label={t('班级')} isBare>
    <PlainTable
      label={t('班级')}
      isCardsOnPhone
      rows={classes}
      keyOf={(c: ClassFigures) => c.classId}
      columns={[
        [
          t('班级'),
          c => (
            <button type="button" className="ql-link" onClick={() => onChoose(c)}>
              {c.className}
            </button>
          ),
          { isHead: true },
        ],
        [t('人数'), c => `${c.size}/${c.capacity}`, { isNumber: true }],
        [t('男'), c => c.males, { isNumber: true }],
        [t('女'), c => c.females, { isNumber: true }],
        [t('性别偏差'), c => c.genderGap, { isNumber: true }],
      ]}
    />
  </Sheet>
)
