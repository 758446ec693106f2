import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FileLink } from '#web/files/FileLink.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { issueProof, myService, proofStates } from '../model/volunteer.ts'

type Service = AnswerOf<typeof myService>
/** 我的志愿服务: what organisers recorded, and certificates of it. */
export default function VolunteerPage() {
  return (
    <StudentsOnly title={t('我的志愿服务')} otherwise={t('当前账号不是学生，没有志愿服务记录')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myService, {})
  return (
    <Loaded of={read} lines={8}>
      {data => {
        const days = data.services.flatMap(s => s?.servedOn ?? [])
        const [first] = days
        const last = days.at(-1)
        return (
          <Page
            title={t('我的志愿服务')}
            width="form"
            actions={
              first && last ? (
                <FormButton
                  of={issueProof}
                  initial={{ fromOn: first, toOn: last }}
                  type="primary"
                  changes={['volunteerProof']}
                  note={t('不收费，随时可以出具；证明上有二维码，扫码可以核验真伪。')}
                />
              ) : null
            }
          >
            {data.services.length ? <Record of={data} /> : <Empty title={t('还没有志愿服务记录')}>{t('参加志愿服务活动，签到并签退，组织者结项后就有记录。')}</Empty>}
          </Page>
        )
      }}
    </Loaded>
  )
}
function Record({ of }: { of: Service }) {
  return (
    <Stack>
      <Figures label={t('志愿服务')}>
        <Figure label={t('服务时间（小时）')} value={of.hours} />
        <Figure label={t('服务次数')} value={of.services.length} />
      </Figures>
      <Sheet title={t('志愿服务记录#many')}>
        <PlainTable
          label={t('志愿服务记录#many')}
          rows={of.services.flatMap(s => s ?? [])}
          keyOf={s => s.entryId}
          isCardsOnPhone
          columns={[
            [t('项目'), s => s.title, { isHead: true }],
            [t('日期'), s => s.servedOn],
            [t('组织单位'), s => s.organiser],
            [t('地点'), s => s.place],
            [t('服务时间（小时）'), s => s.hours, { isNumber: true }],
          ]}
        />
      </Sheet>
      {of.proofs.length ? (
        <Sheet title={t('志愿服务记录证明#many')}>
          <PlainTable
            label={t('志愿服务记录证明#many')}
            rows={of.proofs.flatMap(p => p ?? [])}
            keyOf={p => p.id}
            isCardsOnPhone
            columns={[
              [t('证明编号'), p => (p.fileId && p.state === 'issued' ? <FileLink id={p.fileId}>{p.proofNo}</FileLink> : p.proofNo), { isHead: true }],
              [t('服务起'), p => p.fromOn],
              [t('服务止'), p => p.toOn],
              [t('服务时间（小时）'), p => p.hours, { isNumber: true }],
              [t('状态'), p => <StateTag key="state" of={proofStates} state={p.state} />],
            ]}
          />
        </Sheet>
      ) : null}
    </Stack>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('看组织者记录的志愿服务时间，自己出具志愿服务记录证明。'),
  who: t('学生本人。'),
  first: t('服务时间按签到签退算；有不符的，先联系活动的组织者。'),
})
