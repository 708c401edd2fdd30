// Keeps one view's failure to itself. React has no other way than a class for this; it is the only one of the page.
import { Component, type ReactNode } from "react";
import { texts } from "../texts/common.ts";
import { Button } from "./button.tsx";

interface Props {
  children: ReactNode;
}

export class ErrorBoundary extends Component<Props, { broke: boolean }> {
  override state = { broke: false };

  static getDerivedStateFromError(): { broke: boolean } {
    return { broke: true };
  }

  override render(): ReactNode {
    if (!this.state.broke) return this.props.children;
    return (
      <div role="alert" className="rounded-card border border-line bg-raised px-4 py-4">
        <p className="font-semibold">{texts.viewBroke}</p>
        <p className="mb-3 text-ink2">{texts.viewBrokeRest}</p>
        <Button size="small" onClick={() => this.setState({ broke: false })}>
          {texts.drawAgain}
        </Button>
      </div>
    );
  }
}
