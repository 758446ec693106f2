import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { STAGES } from '../../schemes/model/scheme.ts'
import { collegeGrid, collegePass, collegeReturn, collegeScore, fdyGrid, fdyPass, fdyReturn, fdyScore } from '../model/actions.ts'
import { ScoreGrid } from './ScoreGrid.tsx'

const CHANGES = ['cqaGroup', 'cqaSheet']
/** 综合测评 → 审核确认: a class as its group scored it, for the counsellor and then the college. */
export default function ReviewPage() {
  const [params, setParams] = useSearchParams()
  const isFdy = useCan(fdyScore.permission)
  const [schemeId, classId] = [params.get('scheme'), params.get('class')]
  const put = (name: string, value: string | null) =>
    setParams(now => {
      const next = new URLSearchParams(now)
      if (value) next.set(name, value)
      else next.delete(name)
      return next
    })
  return (
    <Page
      title={t('审核确认')}
      actions={
        <Row gap={2}>
          <RefSelect to="cqaScheme" aria-label={t('测评方案')} placeholder={t('选择测评方案')} value={schemeId} onChange={id => put('scheme', id)} />
          <RefSelect to="stuClass" aria-label={t('班级')} placeholder={t('选择班级')} value={classId} onChange={id => put('class', id)} />
        </Row>
      }
    >
      {schemeId && classId ? <Review key={`${schemeId} ${classId}`} {...{ schemeId, classId, isFdy }} /> : <Empty title={t('先选择测评方案和班级')} />}
    </Page>
  )
}
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
export const about: PageFile['about'] = () => ({
  use: t('核对小组评分，改动较大的写明原因，整班通过或退回。'),
  who: t('先由辅导员或班主任审核，再由学院确认。'),
  first: t('选方案和班级；黄色的格子与上一环节不同。'),
})
