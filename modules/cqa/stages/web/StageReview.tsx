import { Select } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { STAGES } from '../../schemes/model/scheme.ts'
import { collegeGrid, collegePass, collegePlaces, collegeReturn, collegeScore, fdyGrid, fdyPass, fdyPlaces, fdyReturn, fdyScore } from '../model/actions.ts'
import { ScoreGrid } from './ScoreGrid.tsx'

const CHANGES = ['cqaGroup', 'cqaSheet']
type Place = NonNullable<AnswerOf<typeof fdyPlaces>[number]>
/** A class as the stage before scored it, for the counsellor and then the college. The scheme that runs is chosen beforehand, and its classes are offered. */
export function StageReview({ title, isFdy }: { title: string; isFdy: boolean }) {
  const [params, setParams] = useSearchParams()
  const read = useRead(isFdy ? fdyPlaces : collegePlaces, {})
  const places = (read.data ?? []).flatMap(p => p ?? [])
  const scheme = places.find(p => p.id === params.get('scheme')) ?? places[0]
  const classes = (scheme?.classes ?? []).flatMap(c => c ?? [])
  const classId = classes.find(c => c.id === params.get('class'))?.id
  const go = (schemeId: string, next?: string) => setParams({ scheme: schemeId, ...(next ? { class: next } : {}) })
  return (
    <Page
      title={title}
      actions={
        scheme ? (
          <Row gap={2}>
            <Select
              aria-label={t('测评方案')}
              popupMatchSelectWidth={false}
              value={scheme.id}
              options={places.map(p => ({ value: p.id, label: p.name }))}
              onChange={id => go(id)}
            />
            <Select
              aria-label={t('班级')}
              placeholder={t('选择班级')}
              popupMatchSelectWidth={false}
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              value={classId}
              options={classes.map(c => ({ value: c.id, label: c.name }))}
              onChange={id => go(scheme.id, id)}
            />
          </Row>
        ) : null
      }
    >
      <Loaded of={read} empty={data => (data.length ? undefined : t('你负责的班级不在任何已发布的测评方案里'))}>
        {() => {
          if (!scheme) return null
          if (!classId) return <Classes of={scheme} />
          return <Review key={`${scheme.id} ${classId}`} {...{ schemeId: scheme.id, classId, isFdy }} />
        }}
      </Loaded>
    </Page>
  )
}
const Classes = ({ of: { id, classes } }: { of: Place }) => (
  <Sheet title={t('各班级')}>
    <PlainTable
      label={t('各班级')}
      rows={classes}
      keyOf={c => c.id}
      isLong
      columns={[
        [t('班级'), c => <Link to={`?scheme=${id}&class=${c.id}`}>{c.name}</Link>, { isHead: true }],
        [t('学生'), c => c.students, { isNumber: true }],
        [t('等你审核'), c => c.waiting, { isNumber: true }],
      ]}
    />
  </Sheet>
)
function Review({ schemeId, classId, isFdy }: { schemeId: string; classId: string; isFdy: boolean }) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const read = useRead(isFdy ? fdyGrid : collegeGrid, { schemeId, classId })
  const [pass, back, save, from] = isFdy ? ([fdyPass, fdyReturn, fdyScore, 'groupDone'] as const) : ([collegePass, collegeReturn, collegeScore, 'fdyDone'] as const)
  return (
    <Loaded of={read}>
      {data => {
        const open = data.rows.flatMap(r => (r?.mayScore ? [r.sheetId] : []))
        const ids = chosen.filter(id => open.includes(id))
        return (
          <Stack>
            <p className="ql-help">{data.running ? t('现在是{{stage}}。', { stage: t(STAGES[data.running]) }) : t('现在不在评分时间内。')}</p>
            {open.length ? (
              <Row gap={2}>
                <ActionButton of={pass} input={{ ids: ids.length ? [...ids] : open }} changes={CHANGES} confirm={t('{{n}} 人进入下一环节。', { n: ids.length || open.length })}>
                  {ids.length ? t('通过所选 {{n}} 人', { n: ids.length }) : t('全班通过')}
                </ActionButton>
              </Row>
            ) : null}
            <ScoreGrid
              of={data}
              stage={isFdy ? 'fdy' : 'college'}
              save={save}
              chosen={chosen}
              onChoose={setChosen}
              acts={r => (r.mayScore && r.state === from ? <FormButton of={back} input={{ sheetId: r.sheetId }} changes={CHANGES} /> : null)}
            />
          </Stack>
        )
      }}
    </Loaded>
  )
}
