"""The host of a widget: what anywidget needs to show data with a module of the front end, and to hear of clicks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from lazytree.show.front_end import front_end, static_text
from lazytree.show.svg import Drawing

Data = Mapping[str, Any]
"""What the front end shows, or what it asks: dicts, lists, texts and numbers, which JSON can carry."""


def hosted(
    module: str, shown: Data, asked: Callable[[Data], object], picture: Callable[[], Drawing], state: Callable[[], Any]
) -> Any:
    """The widget that shows data with a module of the front end, in one model and its layout.

    Its `view` is what is shown now, `live` a line of text that changes often: set them, in any thread. `asked(message)`
    is called with what the module asks, in the thread that the host has for it. `picture()` is what stays behind where
    no kernel runs, and `widget.state` is `state()`.

    Raises ImportError, which names the extra, without anywidget.
    """
    return _host()(module, dict(shown), asked, picture, state)


@cache
def _host() -> Any:
    """The class of all widgets, made when the first one is."""
    try:
        from anywidget import AnyWidget
        from traitlets import Dict, Unicode
    except ImportError as error:
        raise ImportError("widgets need the extra `notebook`: pip install 'lazytree[notebook]'") from error

    class Host(AnyWidget):  # type: ignore[misc]
        _esm = Unicode().tag(sync=True)
        _css = Unicode().tag(sync=True)
        view = Dict().tag(sync=True)
        live = Unicode().tag(sync=True)

        def __init__(
            self,
            module: str,
            shown: dict[str, Any],
            asked: Callable[[Data], object],
            picture: Callable[[], Drawing],
            state: Callable[[], Any],
        ) -> None:
            self._picture, self._state = picture, state
            super().__init__(_esm=front_end(module), _css=static_text("widgets.css"), view=shown)
            self.on_msg(lambda _, message, buffers: asked(message))

        @property
        def state(self) -> Any:
            """What is shown, as a value that never changes."""
            return self._state()

        def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
            data, about = super()._repr_mimebundle_(**kwargs)
            return {**data, "image/svg+xml": self._picture().svg}, about

    return Host
