import { useState } from 'react'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { acceptGroups, confirmJumps, proposeLevel } from '../model/actions.ts'
import { readSurvey } from '../model/application.ts'
import { aidRecognition } from '../model/recognition.ts'
import { SurveyPanel } from './decide/SurveyPanel.tsx'

const VIEWS = {
  open: { label: '审批中', where: { 'state.in': 'pending,returned' } },
  agreed: { label: '待确认', where: { state: 'approved' } },
  other: { label: '拟定不同', where: { isProposed: 'true', 'state.in': 'pending,approved' } },
  done: { label: '已认定', where: { 'state.in': 'publicised,effective,adjusted,ended' } },
  all: { label: '全部' },
} as const
/** 困难认定 → 认定审核: applications with their scores, what is suggested and what was proposed. */
export default function RecognitionPage() {
  const views = useView(VIEWS, { label: t('认定审核') })
  const [read, setRead] = useState<{ id: string; name: string }>()
  return (
    <>
      <EntityTable<typeof aidRecognition>
        of={aidRecognition}
        title={t('认定审核')}
        views={views}
        toolbar={<ApprovalsLink of={aidRecognition.name} />}
        columns={[
          { key: 'recognitionNo', width: 170, align: 'left' },
          { key: 'studentId', width: 100, align: 'left' },
          { key: 'classId', width: 130, align: 'left' },
          { key: 'indexScore', width: 90 },
          { key: 'reviewScore', width: 90 },
          { key: 'finalScore', width: 90 },
          { key: 'suggestedLevel', width: 110 },
          { key: 'proposedLevel', width: 110 },
          { key: 'isFloor', width: 80 },
          { key: 'lastLevel', width: 110 },
          { key: 'state', width: 100 },
          ...(['studentNo', 'departmentId', 'level', 'adjustReason', 'jumpConfirmedById', 'decidedAt', 'source', 'batchId'] as const).map(key => ({ key, hidden: true })),
        ]}
        filters={['batchId', 'state', 'suggestedLevel', 'proposedLevel', 'isProposed', 'isFloor', 'departmentId', 'classId', 'studentId']}
        detail={{ except: ['surveySnapshot', 'earlier', 'promise'] }}
        rowActions={row => [
          <FormButton
            key="propose"
            of={proposeLevel}
            input={{ id: row.id }}
            initial={{ level: row.proposedLevel ?? row.suggestedLevel }}
            note={t('与建议等级不同须写明理由；相差两级以上还要学院确认。')}
          />,
          row.isProposed && !row.jumpConfirmedById ? (
            <FormButton key="jump" of={confirmJumps} input={{ ids: [row.id] }}>
              {t('确认跨级')}
            </FormButton>
          ) : null,
          <FormButton key="groups" of={acceptGroups} input={{ id: row.id }} note={t('名单上的群体自动保底；学生自己填写、有证明的在这里认可。')} />,
          { of: readSurvey, label: t(readSurvey.label), onClick: () => setRead({ id: row.id, name: row.recognitionNo }) },
        ]}
      />
      {read ? <SurveyPanel {...read} onClose={() => setRead(undefined)} /> : null}
    </>
  )
}
