"""The redactor: nothing else in this service gives a card's face to anybody.

`views` shows a game as a viewer may know it, `events` shows what happened. Both take the viewer as
`viewers.viewer_of` names her; what she may not see is not there to be left out by mistake, since
logs hold positions and never faces.
"""
