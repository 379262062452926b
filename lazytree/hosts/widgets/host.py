"""The host of a widget: what anywidget needs to show data with a module of the front end, and to hear of clicks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from importlib import import_module
from threading import Timer
from typing import Any

from lazytree.core.extras import import_extra
from lazytree.show.front_end import front_end, static_text
from lazytree.show.svg import Drawing

Data = Mapping[str, Any]
"""What the front end shows, or what it asks: dicts, lists, texts and numbers, which JSON can carry."""

REST = 1.0  # seconds without a change after which the picture that stays behind is drawn again


def host_widget(
    module: str, shown: Data, asked: Callable[[Data], object], picture: Callable[[], Drawing], state: Callable[[], Any]
) -> Any:
    """The widget that shows data with a module of the front end, in one model and its layout.

    Its `view` is what is shown now, `live` a line of text that changes often: set them, in any thread. `asked(message)`
    is called with what the module asks, in the thread that the host has for it. `picture()` is what stays behind where
    no kernel runs, and `widget.state` is `state()`.

    Raises: ImportError, which names the extra, without anywidget.
    """
    host = _host()(_esm=front_end(module), _css=style(), view=dict(shown))
    host.picture, host.shown_state = picture, state
    host.still = f"ltw-{host.model_id}"
    host.on_msg(lambda _, message, buffers: asked(message))
    host.observe(lambda change: host.leave_soon(), "view")
    return host


@cache
def _host() -> Any:
    """The class of all widgets, made when the first one is."""
    anywidget, traits = (import_extra(module, "notebook", "widgets") for module in ("anywidget", "traitlets"))

    class Host(anywidget.AnyWidget):  # type: ignore[misc, name-defined]
        _esm = traits.Unicode().tag(sync=True)
        _css = traits.Unicode().tag(sync=True)
        view = traits.Dict().tag(sync=True)
        live = traits.Unicode().tag(sync=True)
        still = traits.Unicode().tag(sync=True)
        picture: Callable[[], Drawing]
        shown_state: Callable[[], Any]
        _left: Any = None  # the output with the picture that stays behind, once there is one
        _timer: Timer | None = None

        @property
        def state(self) -> Any:
            """What is shown, as a value that never changes."""
            return self.shown_state()

        def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
            data, about = super()._repr_mimebundle_(**kwargs)
            return {**data, **_still(self.picture(), self.still)}, about

        def _ipython_display_(self, **kwargs: Any) -> None:
            """Two outputs: the widget, which hides the other one; and its picture, for where no kernel runs."""
            display = import_module("IPython.display").display
            live, about = super()._repr_mimebundle_(**kwargs)
            live.pop("text/plain", None)
            display(live, metadata=about, raw=True)
            self._left = display(_still(self.picture(), self.still), raw=True, display_id=True)

        def leave_soon(self) -> None:
            """Brings the picture that stays behind up to date, when nothing has changed for a while."""
            if self._left is not None:
                if self._timer is not None:
                    self._timer.cancel()
                self._timer = Timer(REST, self._leave)
                self._timer.daemon = True
                self._timer.start()

        def _leave(self) -> None:
            self._left.update(_still(self.picture(), self.still), raw=True)

    return Host


def style() -> str:
    """The style sheets of all widgets, as one text."""
    return "\n".join(map(static_text, ("theme.css", "widgets.css", "table.css")))


def _still(picture: Drawing, name: str) -> dict[str, str]:
    """A picture as an output; `name` is its class, by which the front end hides it while the widget runs."""
    inside = picture.svg or f"<pre>{escape(picture.text)}</pre>"
    svg = {"image/svg+xml": picture.svg} if picture.svg else {}
    return {"text/html": f'<div class="{name}">{inside}</div>', "text/plain": picture.text, **svg}
