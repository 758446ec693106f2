import { Button } from 'antd'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Page } from '#web/layout/Page.tsx'

interface MyApplicationPageProps {
  title: string
  apply: { path: string; label: string }
  views?: ReactNode
  children: ReactNode
}
/** Page of one's own applications, with a link to a new one. */
export const MyApplicationPage = ({ title, apply, views, children }: MyApplicationPageProps) => (
  <Page
    title={title}
    views={views}
    actions={
      <Link to={apply.path}>
        <Button type="primary" icon={<Plus size={16} />}>
          {apply.label}
        </Button>
      </Link>
    }
    width="form"
  >
    {children}
  </Page>
)
