import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { notify } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { FieldsTable } from '#web/records/FieldsTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { placeInBed } from '../../model/needs.ts'
import { claimOverview, claimWaiting, remindClaims } from '../../model/overview.ts'
import { proposeWaves } from '../../model/plan-action.ts'
import { PlaceForm } from './PlaceForm.tsx'

type Waiting = AnswerOf<typeof claimWaiting>[number]
const EVERY_MS = 60_000
interface OverviewProps {
  views: ReactNode
  batchId: string | undefined
}
/** Who may choose, who is kept from it by what, who has a bed, by class; and who has none. */
export function Overview({ views, batchId }: OverviewProps) {
  const [params, , put] = useOwnParams()
  const classId = params.get('classId')
  const read = useRead(claimOverview, { batchId: batchId ?? '' }, { enabled: Boolean(batchId), every: EVERY_MS })
  return (
    <Page
      title={t('宿舍认领')}
      views={views}
      actions={
        <Row gap={2}>
          <RefSelect to="welcomeBatch" aria-label={t('批次')} value={batchId} allowClear={false} onChange={id => put({ batchId: id ?? undefined, classId: undefined })} />
          {batchId ? (
            <ActionButton
              of={remindClaims}
              input={{ batchId, ...(classId === null ? {} : { classId }) }}
              confirm={t('没有床位的新生都会收到消息：还差什么，或者可以选了。')}
              onDone={() => {}}
            >
              {t('提醒没有床位的')}
            </ActionButton>
          ) : null}
        </Row>
      }
    >
      {batchId ? (
        <Loaded of={read} empty={of => of.total === 0 && t('还没有新生')}>
          {of => (
            <>
              <Figures label={t('宿舍认领')}>
                <Figure label={t('应选')} value={of.total} />
                <Figure label={t('已有床位')} value={of.claimed} />
                <Figure label={t('可以选')} value={of.eligible} />
                <Figure label={t('还不能选')} value={of.blocked} />
              </Figures>
              {of.rounds.length ? (
                <Row gap={2}>
                  {of.rounds.map(round => (
                    <Link key={round.id} to={`/dormitory/claims?round=${round.id}`}>
                      {t('{{round}}：实时看板', { round: round.name })}
                    </Link>
                  ))}
                </Row>
              ) : null}
              {of.openings.some(o => o.isOver) ? <p role="alert">{t('有的时刻同时开放的人超过 {{n}}，请在选床位轮次里分批错开。', { n: of.waveMax })}</p> : null}
              {of.openings.length ? (
                <Sheet
                  title={t('开放时间')}
                  actions={
                    <FormButton
                      of={proposeWaves}
                      input={{ batchId }}
                      changes={['claimLink', 'claimRound']}
                      note={t('按“设置”里的分批方式，把还没有床位的新生分到各批，写进还没有发布的轮次，可以再改。')}
                      done={false}
                      onDone={({ waves, over }) =>
                        notify.success(over ? t('分成 {{n}} 批，其中 {{over}} 批超过同时开放人数', { n: waves, over }) : t('分成 {{n}} 批', { n: waves }))
                      }
                    />
                  }
                >
                  <PlainTable
                    label={t('开放时间')}
                    rows={of.openings}
                    keyOf={o => o.opensAt}
                    columns={[
                      [t('开始'), o => formatDatetime(o.opensAt), { isHead: true }],
                      [t('批次'), o => o.waves],
                      [t('人数'), o => (o.isOver ? t('{{n}}，超过 {{max}}', { n: o.people, max: of.waveMax }) : o.people), { isNumber: true }],
                    ]}
                  />
                </Sheet>
              ) : null}
              {of.reasons.length ? (
                <Sheet title={t('还不能选的原因')}>
                  <PlainTable
                    label={t('还不能选的原因')}
                    rows={of.reasons}
                    keyOf={r => r.code}
                    columns={[
                      [t('还差'), r => r.name, { isHead: true }],
                      [t('人数'), r => r.count, { isNumber: true }],
                    ]}
                  />
                </Sheet>
              ) : null}
              <Sheet title={t('按班级')} isBare>
                <PlainTable
                  label={t('按班级')}
                  rows={of.classes}
                  keyOf={c => c.classId}
                  isLong
                  columns={[
                    [
                      t('班级'),
                      c => (
                        <Button type="link" size="small" onClick={() => put({ classId: c.classId === classId ? undefined : c.classId })}>
                          {c.className}
                        </Button>
                      ),
                      { isHead: true },
                    ],
                    [t('应选'), c => c.total, { isNumber: true }],
                    [t('已有床位'), c => c.claimed, { isNumber: true }],
                    [t('可以选'), c => c.eligible, { isNumber: true }],
                    [t('还不能选'), c => c.blocked, { isNumber: true }],
                    [t('没有床位'), c => c.eligible + c.blocked, { isNumber: true }],
                  ]}
                />
              </Sheet>
              {classId === null ? null : <WithoutBed batchId={batchId} classId={classId} />}
            </>
          )}
        </Loaded>
      ) : (
        <p>{t('还没有设置宿舍认领')}</p>
      )}
    </Page>
  )
}
function WithoutBed({ batchId, classId }: { batchId: string; classId: string }) {
  const [placing, setPlacing] = useState<Waiting>()
  const mayPlace = useCan(placeInBed.permission)
  const read = useRead(claimWaiting, { batchId, classId })
  return (
    <Sheet title={t('没有床位的新生')}>
      <Loaded of={read} empty={rows => rows.length === 0 && t('这个班都有床位')}>
        {rows => (
          <FieldsTable<Waiting>
            label={t('没有床位的新生')}
            of={claimWaiting.output}
            rows={rows}
            columns={[
              'name',
              'genderCode',
              'why',
              ...(mayPlace
                ? [
                    [
                      t('操作'),
                      (row: Waiting) => (
                        <Button size="small" onClick={() => setPlacing(row)}>
                          {t('安排床位')}
                        </Button>
                      ),
                    ] as const,
                  ]
                : []),
            ]}
          />
        )}
      </Loaded>
      {placing ? <PlaceForm batchId={batchId} who={placing} onClose={() => setPlacing(undefined)} /> : null}
    </Sheet>
  )
}
