import { useState } from 'react'
import { RealmPage } from '#modules/admission/roll/web/public/RealmPage.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { ShareLink } from '#web/feedback/ShareLink.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { endFamilyLink, giveFamilyLink, myFamilyLink } from '../model/family-link.ts'

const CHANGES = ['welcomeFamilyLink']
/** 迎新 → 家人查看: a link that the student gives to the family, and takes back. */
export default function FamilyLinkPage() {
  const read = useRead(myFamilyLink, {})
  const [path, setPath] = useState<string>()
  return (
    <RealmPage title={t('家人查看')} help={t('给家人一个链接，他们能看到报到进度，看不到你的姓名、班级、宿舍和金额。')}>
      <Loaded of={read}>
        {({ isGiven, until, openedAt }) => (
          <Stack>
            {path ? (
              <Sheet title={t('报到进度链接')}>
                <ShareLink path={path} label={t('报到进度链接')} />
                <p className="ql-help">{t('链接只显示这一次，请现在发给家人。')}</p>
              </Sheet>
            ) : null}
            <p role="status">
              {isGiven ? t('已给出链接，有效到 {{until}}。', { until: formatDatetime(until ?? '') }) : t('还没有给出链接。')}
              {openedAt ? t('家人最近查看：{{at}}。', { at: formatDatetime(openedAt) }) : null}
            </p>
            <Row>
              <ActionButton
                of={giveFamilyLink}
                input={{}}
                type="primary"
                changes={CHANGES}
                done={false}
                onDone={answer => setPath(answer.path)}
                {...(isGiven ? { confirm: t('原来的链接马上停用。') } : {})}
              >
                {isGiven ? t('换一个链接') : t('生成链接')}
              </ActionButton>
              {isGiven ? <ActionButton of={endFamilyLink} input={{}} changes={CHANGES} onDone={() => setPath(undefined)} confirm={t('停用后家人打不开，可以重新生成。')} /> : null}
            </Row>
          </Stack>
        )}
      </Loaded>
    </RealmPage>
  )
}
