import { useState } from 'react'
import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import type { Shown } from '#web/records/columns.ts'
import { homeLetter, letterRound } from '../model/home-letter.ts'
import { LetterPanel } from './letters/LetterPanel.tsx'
import { LetterText } from './letters/LetterText.tsx'

/** 家校联系 → 致家长信: letters with their audience, preview and sending. */
export default function LetterPage() {
  const [open, setOpen] = useState<Shown<typeof homeLetter>>()
  return (
    <>
      <RoundTable<typeof homeLetter>
        title={t('致家长信#many')}
        of={homeLetter}
        actions={letterRound}
        columns={[
          { key: 'contactReason', width: 100 },
          { key: 'sending', width: 110 },
          { key: 'ownerId', width: 100 },
        ]}
        fields={[
          {
            title: '信',
            note: t('成绩、处分、欠费要学校在系统参数里打开才能写；信发出以前，会先告知学生信里写到什么。'),
            fields: ['contactReason', 'allowedFields', { field: 'content', render: props => <LetterText {...props} /> }],
          },
        ]}
        initial={{ contactReason: 'study', allowedFields: ['student', 'className', 'counsellor', 'school'] }}
        onOpen={setOpen}
      />
      {open ? <LetterPanel letter={open} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('给一批学生的家长写信，家长凭短信里的链接阅读并回执。'),
  who: t('辅导员写给自己班级的家长，学院和学工处写给自己范围里的家长。'),
  first: t('写好后点开信，看三名学生的预览和没有电话的家长人数，再发布。'),
})
